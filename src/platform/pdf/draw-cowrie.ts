import { cowrie } from '../html/cowrie.js'
import type { Sheet } from './sheet.js'

/** Draws our logo around a point; at scale 1 it is 22 points wide and 30 high. */
export const drawCowrie = ({ pdf }: Sheet, x: number, y: number, scale: number): void => {
  const { shell, face, mouth, teeth, colours: paint } = cowrie
  pdf.save().translate(x, y).scale(scale)
  pdf.path(shell).fill(paint.shell).path(face).fill(paint.face)
  pdf.path(mouth).lineWidth(1.6).strokeColor(paint.line).stroke()
  pdf.path(teeth).lineWidth(0.7).strokeColor(paint.line).stroke()
  pdf.restore()
}
