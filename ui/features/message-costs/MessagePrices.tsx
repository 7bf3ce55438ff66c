import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { chargeCategories, type PriceTable } from '../../../src/features/message-costs/contract'
import { locales } from '../../shared/i18n/languages'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { IconButton } from '../../shared/kit/IconButton'
import { toast } from '../../shared/kit/toast'
import { deletePrices, priceTablesQuery } from './api'
import { priceText } from './money'
import { PricesForm } from './PricesForm'

/** For the operator: what each message costs, by the day from which it does. */
export function MessagePrices() {
  const t = useText()
  const format = useFormat()
  const queries = useQueryClient()
  const tables = useQuery(priceTablesQuery).data
  const [edited, setEdited] = useState<PriceTable | 'new' | null>(null)
  const refresh = () => queries.invalidateQueries({ queryKey: priceTablesQuery.queryKey })
  const remove = async (day: string) => {
    try {
      await deletePrices(day)
      await refresh()
      toast.success(t('messageCosts.prices.removed'))
    } catch (failure) {
      toast.failure(failure)
    }
  }
  const close = () => setEdited(null)
  const locale = locales[t.language]
  return (
    <section
      className="px-0 pt-5 pb-7 scroll-mt-0 max-lg:scroll-mt-12"
      id="section-messagePrices"
      aria-labelledby="section-messagePrices-title"
    >
      <h2 id="section-messagePrices-title" className="font-semibold outline-none" tabIndex={-1}>
        {t('messageCosts.prices.title')}
      </h2>
      <p className="mb-3 text-sm text-muted">{t('messageCosts.prices.about')}</p>
      {tables?.length === 0 && <p className="mb-3 text-sm">{t('messageCosts.prices.empty')}</p>}
      {tables && tables.length > 0 && (
        <div className="mb-3 overflow-x-auto">
          <table className="grid-table nums">
            <thead>
              <tr>
                <th scope="col">{t('messageCosts.prices.from')}</th>
                {chargeCategories.map((category) => (
                  <th key={category} scope="col" className="num">
                    {t(`messageCosts.category.${category}`)}
                  </th>
                ))}
                <th scope="col" className="num">
                  {t('messageCosts.column.free')}
                </th>
                <td />
              </tr>
            </thead>
            <tbody>
              {tables.toReversed().map((table) => {
                const day = format.day(table.from)
                return (
                  <tr key={table.from}>
                    <td>{day}</td>
                    {chargeCategories.map((category) => (
                      <td key={category} className="num">
                        {priceText(table[category], locale)}
                      </td>
                    ))}
                    <td className="num">{format.number(table.freeService)}</td>
                    <td className="text-right whitespace-nowrap">
                      <IconButton label={t('messageCosts.prices.edit', { day })} onClick={() => setEdited(table)}>
                        <Pencil />
                      </IconButton>
                      <IconButton
                        label={t('messageCosts.prices.remove', { day })}
                        onClick={() => void remove(table.from)}
                      >
                        <Trash2 />
                      </IconButton>
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      )}
      {edited ? (
        <PricesForm
          key={edited === 'new' ? '' : edited.from}
          table={edited === 'new' ? null : edited}
          latest={tables?.at(-1)}
          onCancel={close}
          onSaved={() => {
            close()
            void refresh()
          }}
        />
      ) : (
        <Button size="sm" icon={<Plus />} onClick={() => setEdited('new')}>
          {t('messageCosts.prices.add')}
        </Button>
      )}
    </section>
  )
}
