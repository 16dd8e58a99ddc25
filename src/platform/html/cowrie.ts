const teeth = [-8, -5.3, -2.6, 0.1, 2.8, 5.5]

/** Our logo, a cowrie shell: SVG paths from back to front, around 0 0, 22 wide and 30 high. */
export const cowrie = {
  shell: 'M -11 0 A 11 15 0 1 1 11 0 A 11 15 0 1 1 -11 0 Z',
  face: 'M -9.4 0 A 9.4 13.4 0 1 1 9.4 0 A 9.4 13.4 0 1 1 -9.4 0 Z',
  mouth: 'M 0.6 -11 C -2.4 -4 2.6 4 -0.6 11',
  teeth: teeth.map((y) => `M -3.6 ${y} L -1 ${y} M 1 ${y} L 3.6 ${y}`).join(' '),
  colours: { shell: '#c98a2b', face: '#f4e3c3', line: '#123c4a' },
} as const
