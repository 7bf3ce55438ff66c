import type { Reading } from '../platform/spreadsheets/spreadsheets'
import type { Language } from '../texts/languages'
import type { SheetReading } from './contract'
import { repairTexts } from './errors'

/** What the preview says about the file. */
export const describeReading = ({ sheets, sheet, repaired }: Reading, language: Language): SheetReading => ({
  sheets: sheets.map(({ at, name }) => ({ at, name })),
  sheet,
  repaired: repaired.map(({ repair, count, lines }) => ({
    reason: repairTexts[repair][language],
    count,
    lines: [...lines],
  })),
})
