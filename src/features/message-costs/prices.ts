/** The operator's price tables, in control.db. Its company's audit log records the changes. */
import type { Actor } from '../../actor'
import { changesBetween, recordAct } from '../../audit/record'
import { fail } from '../../errors'
import type { Cx } from '../../platform/cx'
import { getOrMake } from '../../platform/maps'
import { inControl } from '../../platform/operator-storage'
import { execute, getRows } from '../../platform/sql'
import { type ControlDb, type Raw, remembered, type WritableControl } from '../../platform/sqlite'
import { MOST_PRICE_TABLES, type PriceTable, type SetPrices } from './contract'
import { messageCostErrors } from './errors'

const readers = new WeakMap<Raw, (none: null) => readonly PriceTable[]>()

/** Earliest first. They are read for each charge. */
export const priceTablesIn = (control: ControlDb): readonly PriceTable[] =>
  getOrMake(readers, control.$client, () =>
    remembered(
      control.$client,
      () =>
        getRows<PriceTable>(
          control,
          `SELECT valid_from AS "from", service, utility, marketing, authentication, free_service AS freeService
           FROM message_prices ORDER BY valid_from`,
        ),
      ['message_prices'],
    ),
  )(null)

type PriceEdit = { readonly cx: Cx; readonly control: WritableControl; readonly doer: Actor }

export function setPrices({ cx, control, doer }: PriceEdit, from: string, prices: SetPrices): PriceTable {
  const before = inControl(control, () => {
    const known = priceTablesIn(control)
    const before = known.find((table) => table.from === from)
    if (!before && known.length >= MOST_PRICE_TABLES)
      fail(messageCostErrors.ERR_MESSAGE_PRICES_LIMIT, { most: MOST_PRICE_TABLES })
    const { service, utility, marketing, authentication, freeService } = prices
    execute(control, 'INSERT OR REPLACE INTO message_prices VALUES (?, ?, ?, ?, ?, ?)', [
      from,
      service,
      utility,
      marketing,
      authentication,
      freeService,
    ])
    return before
  })
  const changes = changesBetween<Partial<PriceTable>>(before ?? {}, { from, ...prices })
  recordChange({ cx, doer }, before ? 'update' : 'create', from, changes)
  return { from, ...prices }
}

export function deletePrices({ cx, control, doer }: PriceEdit, from: string): void {
  const { changes } = inControl(control, () =>
    execute(control, 'DELETE FROM message_prices WHERE valid_from = ?', from),
  )
  if (changes === 0) fail(messageCostErrors.ERR_NO_MESSAGE_PRICES_FOUND)
  recordChange({ cx, doer }, 'delete', from, [])
}

type Change = Parameters<typeof recordAct>[2]
const recordChange = (
  { cx, doer }: Pick<PriceEdit, 'cx' | 'doer'>,
  act: string,
  name: string,
  changes: NonNullable<Change['changes']>,
) => cx.transaction((cx) => recordAct(cx, doer, { kind: 'messagePrices', act, subject: { id: null, name }, changes }))
