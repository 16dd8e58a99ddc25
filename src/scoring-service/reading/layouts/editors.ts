/**
 * Programs that people edit a PDF with. No issuer prints statements with them: a producer of this list is a sign by itself.
 * What banks print with is not here, whoever sells it, nor a browser, which some portals print with: those are known or not.
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
