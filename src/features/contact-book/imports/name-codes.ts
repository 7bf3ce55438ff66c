/** Codes that systems put before or behind the names of their customers, as in `100 - Ana Lima`. Pure. */

const BEFORE = /^[#([]?\s*(\d{1,12})\s*(?:[)\]]\s*[-–—.:|/]?|[-–—.:|/])?\s+(?=\p{L})|^(\d{1,12})[-–—:|/)](?=\p{L})/u
const BEHIND = /(?<=\p{L}[.)]?)\s+(?:[-–—:|/#]\s*(\d{1,12})|[([#]\s*(\d{1,12})\s*[)\]]?)$/u

/** The name alone. */
export const withoutCode = (cell: string): string => cell.replace(BEFORE, '').replace(BEHIND, '').trim() || cell

/** Cells that must have a code, and codes that must differ: "3 Irmãos" is a name. */
const NEARLY_ALL = 0.9
const FEWEST = 2

/** Cleans the names of a column in which nearly every name has a code of its own at the same side. */
export function nameCleaner(cells: readonly string[]): ((cell: string) => string) | undefined {
  const side = [BEFORE, BEHIND].find((side) => {
    const codes = cells.flatMap((cell) => side.exec(cell.trim())?.slice(1).find(Boolean) ?? [])
    return (
      codes.length >= FEWEST &&
      codes.length >= NEARLY_ALL * cells.length &&
      new Set(codes).size >= NEARLY_ALL * codes.length
    )
  })
  return side && ((cell) => cell.trim().replace(side, '').trim() || cell)
}
