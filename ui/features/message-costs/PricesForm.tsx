import { type FormEvent, useState } from 'react'
import { chargeCategories, type PriceTable } from '../../../src/features/message-costs/contract'
import { errorText } from '../../shared/errorText'
import { MoneyInput } from '../../shared/form/MoneyInput'
import { locales } from '../../shared/i18n/languages'
import { useText } from '../../shared/i18n/useText'
import { localDay } from '../../shared/i18n/zoned'
import { Button } from '../../shared/kit/Button'
import { DayBox } from '../../shared/kit/DayBox'
import { Field, FieldError } from '../../shared/kit/Field'
import { toast } from '../../shared/kit/toast'
import { useUser } from '../../shared/session/useUser'
import { setPrices } from './api'
import { priceOf, priceText } from './money'

type Props = {
  /** Null: a new one, which begins with the latest prices. */
  readonly table: PriceTable | null
  readonly latest: PriceTable | undefined
  onSaved(): void
  onCancel(): void
}

/** The prices from a day on. */
export function PricesForm({ table, latest, onSaved, onCancel }: Props) {
  const t = useText()
  const locale = locales[t.language]
  const { timeZone } = useUser().company
  const start = table ?? latest
  const [day, setDay] = useState(table?.from ?? localDay(Date.now(), timeZone))
  const [typed, setTyped] = useState(() =>
    Object.fromEntries(chargeCategories.map((one) => [one, priceText(start?.[one] ?? 0, locale)])),
  )
  const [free, setFree] = useState(String(start?.freeService ?? 1000))
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const priceIn = (category: (typeof chargeCategories)[number]) => priceOf(typed[category] ?? '')
  const isFreeWrong = !/^\d{1,7}$/.test(free.trim())
  const isWrong = isFreeWrong || chargeCategories.some((category) => priceIn(category) === null)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setFailure(null)
    try {
      await setPrices(day, {
        service: priceIn('service') ?? 0,
        utility: priceIn('utility') ?? 0,
        marketing: priceIn('marketing') ?? 0,
        authentication: priceIn('authentication') ?? 0,
        freeService: Number(free),
      })
      toast.success(t('messageCosts.prices.saved'))
      onSaved()
    } catch (failure) {
      setFailure(failure)
      setBusy(false)
    }
  }
  return (
    <form className="card grid gap-3 p-4" onSubmit={(event) => void save(event)}>
      <div className="grid grid-cols-2 gap-3 md:grid-cols-3">
        {!table && (
          <Field label={t('messageCosts.prices.from')}>
            {(control) => <DayBox control={control} value={day} onChange={(next) => next && setDay(next)} />}
          </Field>
        )}
        {chargeCategories.map((category) => (
          <Field
            key={category}
            label={t(`messageCosts.category.${category}`)}
            error={priceIn(category) === null && t('messageCosts.prices.invalid')}
          >
            {(control) => (
              <MoneyInput
                {...control}
                value={typed[category] ?? ''}
                onChange={({ target }) => setTyped({ ...typed, [category]: target.value })}
              />
            )}
          </Field>
        ))}
        <Field label={t('messageCosts.prices.freeService')} error={isFreeWrong && t('messageCosts.prices.whole')}>
          {(control) => (
            <input
              {...control}
              className="input"
              inputMode="numeric"
              value={free}
              onChange={({ target }) => setFree(target.value)}
            />
          )}
        </Field>
      </div>
      {failure !== null && <FieldError>{errorText(t, failure)}</FieldError>}
      <div className="flex gap-2">
        <Button type="submit" tone="primary" size="sm" busy={isBusy} disabled={isWrong}>
          {t('common.save')}
        </Button>
        <Button size="sm" tone="ghost" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  )
}
