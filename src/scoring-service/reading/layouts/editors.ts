/**
 * Programs that people edit a PDF with. No issuer prints statements with them, so that a producer of this list is a
 * sign by itself. Programs that banks print with are not in it, nor browsers, which some portals print with.
 */
export const editors: readonly RegExp[] = [
  /pdf-lib/i,
  /ilovepdf/i,
  /smallpdf/i,
  /pdf24/i,
  /sejda/i,
  /foxit/i,
  /nitro/i,
  /acrobat(?! (distiller|pdfwriter))/i,
  /adobe (illustrator|photoshop|indesign)/i,
  /microsoft(?! (sql server )?reporting services)/i,
  /\bword\b/i,
  /libreoffice|openoffice/i,
  /quartz/i,
  /canva/i,
  /pdfescape|pdffiller|dochub|pdfelement|wondershare|xodo|inkscape|pdfsam|pypdf|pikepdf|qpdf/i,
]
