/** Programs that people edit a PDF with. No issuer prints statements with them: a producer of this list is a sign by itself. */
export const editors: readonly RegExp[] = [
  /pdf-lib/i,
  /ilovepdf/i,
  /smallpdf/i,
  /pdf24/i,
  /sejda/i,
  /foxit/i,
  /nitro/i,
  /acrobat/i,
  /adobe (illustrator|photoshop|indesign)/i,
  /microsoft/i,
  /\bword\b/i,
  /libreoffice|openoffice/i,
  /skia\/pdf|chrom(e|ium)/i,
  /quartz/i,
  /canva/i,
  /pdfescape|pdffiller|dochub|pdfelement|wondershare|xodo|inkscape|pdfsam|pypdf|pikepdf|qpdf/i,
]
