/** A campaign's deliveries as a spreadsheet, generated in batches. */
import type { Actor } from '../../actor'
import type { Cx } from '../../platform/cx'
import { type Cell, momentIn } from '../../platform/spreadsheets/cells'
import type { Language } from '../../texts/languages'
import type { DeliveryFilter } from './contract'
import { exportTexts } from './export-texts'
import { listDeliveries } from './report'

const ROWS_PER_READ = 400

export async function* exportDeliveries(
  cx: Cx,
  actor: Actor,
  { id, filter }: { readonly id: number; readonly filter: DeliveryFilter },
  language: Language,
): AsyncGenerator<readonly (readonly Cell[])[]> {
  yield [exportTexts[language].heads]
  const moment = momentIn(cx.tenant.timeZone)
  const at = (written: string | null) => (written === null ? '' : moment(Date.parse(written)))
  for (let after: string | null = null; ; ) {
    const { deliveries, next } = listDeliveries(cx, actor, id, { filter, search: '', after, most: ROWS_PER_READ })
    yield deliveries.map((one) => [
      one.name,
      one.number ?? one.username ?? '',
      one.text === null ? '' : String(one.text),
      exportTexts[language].states[one.state],
      at(one.sentAt),
      at(one.deliveredAt),
      at(one.readAt),
      one.answer ?? '',
      one.reason === null ? '' : (exportTexts[language].reasons[one.reason] ?? one.reason),
    ])
    if (next === null) return
    after = next
    await new Promise(setImmediate) // yields to the event loop
  }
}
