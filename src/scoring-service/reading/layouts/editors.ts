/**
 * Programs that people edit PDFs with. No issuer prints statements with them, so such a producer alone shows an edit.
 * The list excludes programs that banks print with, and browsers, which some portals print with.
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
