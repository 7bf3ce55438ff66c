import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { MonthCost } from '../../../src/features/message-costs/contract'
import { MoneyInput } from '../../shared/form/MoneyInput'
import { centsOf, moneyText } from '../../shared/form/money'
import { locales } from '../../shared/i18n/languages'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { Field } from '../../shared/kit/Field'
import { toast } from '../../shared/kit/toast'
import { useMay } from '../../shared/session/useUser'
import { putMonthCost, setCeiling } from './api'
import { CostMeter } from './MonthCost'
import { priceText, shownAmount } from './money'

type Props = { readonly cost: MonthCost; readonly name: string; readonly isNow: boolean }

/** One connection in a month: its meter, each category, and the ceiling. */
export function CostCard({ cost, name, isNow }: Props) {
  const may = useMay()
  return (
    <section className="card grid gap-4 p-4" aria-label={name}>
      <div className="flex flex-wrap items-start gap-6">
        <h2 className="mr-auto font-semibold">{name}</h2>
        <span className="w-38">
          <CostMeter cost={cost} />
        </span>
      </div>
      <Categories cost={cost} />
      {isNow && may('connections-page:editOrDeleteConnection') && (
        <CeilingForm key={cost.ceiling?.amount ?? 0} cost={cost} />
      )}
    </section>
  )
}

function Categories({ cost: { categories, prices } }: Pick<Props, 'cost'>) {
  const t = useText()
  const format = useFormat()
  const locale = locales[t.language]
  return (
    <div className="overflow-x-auto">
      <table className="grid-table nums">
        <thead>
          <tr>
            <th scope="col">{t('messageCosts.column.category')}</th>
            <th scope="col" className="num">
              {t('messageCosts.column.free')}
            </th>
            <th scope="col" className="num">
              {t('messageCosts.column.entry')}
            </th>
            <th scope="col" className="num">
              {t('messageCosts.column.billed')}
            </th>
            <th scope="col" className="num">
              {t('messageCosts.column.price')}
            </th>
            <th scope="col" className="num">
              {t('messageCosts.column.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {categories.map(({ category, free, entry, billed, amount }) => (
            <tr key={category}>
              <td>{t(`messageCosts.category.${category}`)}</td>
              <td className="num whitespace-nowrap">{format.number(free)}</td>
              <td className="num whitespace-nowrap">{format.number(entry)}</td>
              <td className="num whitespace-nowrap">{format.number(billed)}</td>
              <td className="num whitespace-nowrap">R$ {priceText(prices[category], locale)}</td>
              <td className="num whitespace-nowrap">{shownAmount(format, amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Cents on the screen, ten-thousandths on the wire. */
const PER_CENT = 100

function CeilingForm({ cost: { whatsappId, ceiling } }: Pick<Props, 'cost'>) {
  const t = useText()
  const queries = useQueryClient()
  const locale = locales[t.language]
  const stored = ceiling ? moneyText(ceiling.amount / PER_CENT, locale) : ''
  const [typed, setTyped] = useState(stored)
  const [isBusy, setBusy] = useState(false)
  const cents = typed.trim() === '' ? null : (centsOf(typed, locale) ?? Number.NaN)
  const isWrong = cents !== null && !(cents > 0)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      putMonthCost(queries, await setCeiling(whatsappId, cents === null ? null : cents * PER_CENT))
      toast.success(t('messageCosts.ceilingSaved'))
    } catch (failure) {
      toast.failure(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="flex flex-wrap items-start gap-3" onSubmit={(event) => void save(event)}>
      <Field
        label={t('messageCosts.setCeiling')}
        optional
        hint={t('messageCosts.ceilingHint')}
        error={isWrong && t('kit.money.invalid')}
      >
        {(control) => <MoneyInput {...control} value={typed} onChange={({ target }) => setTyped(target.value)} />}
      </Field>
      <Button type="submit" className="mt-6" busy={isBusy} disabled={isWrong || typed === stored}>
        {t('common.save')}
      </Button>
    </form>
  )
}
