/** Colours offered for distinguishing things. A chip uses their hue and saturation; the theme decides the lightness. */

/** Thirty saturated hues, then twenty less saturated ones. */
export const palette: readonly string[] = `
  d93f5a db423c d94906 c65f02 b86b00 ab7305 9f7a05 938003 848703 708d03
  4d9501 069b38 069861 099677 039486 0b9393 02919f 018fac 078cba 0387cf
  127eee 4d75f0 6c6cee 8464e7 985cdb a954cc b84dba c447a5 ce428e d53f75
  ac7579 ac776b a97a5f a27f57 988454 8c8956 7e8d5e 6f9169 609377 559485
  4e9493 50919f 588ea9 658aaf 7385b1 8181af 8e7ca9 9a78a0 a37694 a97587`
  .trim()
  .split(/\s+/)
  .map((digits) => `#${digits}`)
const STRONG = 30
const FIRST = '#127eee'

/** For a new item: the saturated colour that differs most from those in use. */
export function suggestColor(taken: readonly string[]): string {
  if (taken.length === 0) return FIRST
  const likeness = (color: string) => Math.min(...taken.map((other) => distance(color, other)))
  return palette.slice(0, STRONG).reduce((best, color) => (likeness(color) > likeness(best) ? color : best))
}

function distance(one: string, other: string): number {
  const [a, b] = [lightOf(one), lightOf(other)]
  return Math.hypot(...a.map((light, at) => light - (b[at] ?? 0)))
}

/** The RGB components of `#rrggbb`. */
const lightOf = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
