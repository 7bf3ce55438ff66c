import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ChargeView, SimulatorState } from '../../../../src/simulator/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { toast } from '../../../shared/kit/toast'
import { chargesQuery, payCharge } from '../api'

/** Charges by Pix that wait, newest first. Paying one does what the payer's bank would. */
export function Charges({ pix }: { pix: NonNullable<SimulatorState['pix']> }) {
  const t = useText()
  const { data } = useQuery(chargesQuery(pix))
  const charges = data?.charges ?? []
  return (
    <>
      <p className="text-sm text-muted">{t('simulator.pix.hint')}</p>
      {charges.length === 0 && <p className="mt-4 text-sm">{t('simulator.pix.none')}</p>}
      <ul className="lab-charges">
        {charges.map((charge) => (
          <Charge key={charge.id} charge={charge} />
        ))}
      </ul>
    </>
  )
}

function Charge({ charge: { id, value, payer, description } }: { charge: ChargeView }) {
  const t = useText()
  const { money } = useFormat()
  const queries = useQueryClient()
  const pay = useMutation({
    mutationFn: () => payCharge(id),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['simulator', 'charges'] }),
    onError: toast.failure,
  })
  const amount = money(Math.round(value * 100))
  return (
    <li className="lab-charge">
      <span className="two">
        <b>{amount}</b>
        <small>{payer}</small>
        <small>{description}</small>
      </span>
      <Button
        size="sm"
        tone="primary"
        busy={pay.isPending}
        aria-label={t('simulator.pix.payCharge', { amount, payer })}
        onClick={() => pay.mutate()}
      >
        {t('simulator.pix.pay')}
      </Button>
    </li>
  )
}
