import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ChargeView, SimulatorState } from '../../../../src/simulator/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { toast } from '../../../shared/kit/toast'
import { actAsBank, type BankAct, chargesQuery } from '../api'

/** Charges by Pix: paying or returning one does what the payer's bank would. */
export function Charges({ pix }: { pix: NonNullable<SimulatorState['pix']> }) {
  const t = useText()
  const { data } = useQuery(chargesQuery(pix))
  const charges = data?.charges ?? []
  const isNone = charges.every(({ isPaid }) => isPaid)
  return (
    <>
      <p className="text-sm text-muted">{t('simulator.pix.hint')}</p>
      {isNone && <p className="mt-4 text-sm">{t('simulator.pix.none')}</p>}
      <ul className="grid my-3">
        {charges.map((charge) => (
          <Charge key={charge.id} charge={charge} />
        ))}
      </ul>
    </>
  )
}

function Charge({ charge: { id, value, payer, description, isPaid } }: { charge: ChargeView }) {
  const t = useText()
  const { money } = useFormat()
  const queries = useQueryClient()
  const bank = useMutation({
    mutationFn: (what: BankAct) => actAsBank(id, what),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['simulator', 'charges'] }),
    onError: toast.failure,
  })
  const amount = money(Math.round(value * 100))
  return (
    <li className="flex items-center justify-between gap-3 py-2.5 border-b border-line text-sm">
      <span className="two">
        <b>{amount}</b>
        <small>{payer}</small>
        <small>{description}</small>
      </span>
      <span className="flex flex-wrap gap-2">
        {isPaid ? (
          <Button
            size="sm"
            busy={bank.isPending}
            aria-label={t('simulator.pix.refundCharge', { amount, payer })}
            onClick={() => bank.mutate('refund')}
          >
            {t('simulator.pix.refund')}
          </Button>
        ) : (
          <>
            <Button
              size="sm"
              disabled={bank.isPending}
              aria-label={t('simulator.pix.payShort', { amount, payer })}
              onClick={() => bank.mutate('short')}
            >
              {t('simulator.pix.short')}
            </Button>
            <Button
              size="sm"
              tone="primary"
              busy={bank.isPending}
              aria-label={t('simulator.pix.payCharge', { amount, payer })}
              onClick={() => bank.mutate('pay')}
            >
              {t('simulator.pix.pay')}
            </Button>
          </>
        )}
      </span>
    </li>
  )
}
