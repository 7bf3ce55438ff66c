import { useRouter } from '@tanstack/react-router'
import { payInvoices, paymentDone } from '../../../src/features/billing/contract'
import { formatOf } from '../../shared/i18n/format'
import { languageAtom, text } from '../../shared/i18n/language'
import { toast } from '../../shared/kit/toast'
import { useEvent } from '../../shared/live/useEvent'
import { renewSession } from '../../shared/session/access'
import { mayAtom, overdueAtom, userAtom } from '../../shared/session/session'
import { store } from '../../shared/store'

/** After a renewal, every page of the company shows the new due date; who waits for it on the limited page gets to work. */
export function useRenewal(): void {
  const router = useRouter()
  useEvent(paymentDone, ({ dueDate }) => {
    const { navigate } = router
    const isLimited = router.state.location.pathname.startsWith('/financeiro-aberto')
    void welcomeBack(dueDate).then(() => {
      if (isLimited && !mayPay())
        void navigate({ to: '/tickets/{-$ticketId}', params: { ticketId: undefined }, replace: true })
    })
  })
}

const mayPay = () => store.get(mayAtom)(payInvoices)

/** The event of the payment and the page's own question may both report one renewal. */
let announced = ''

/** Renewing the session lifts the limits and replaces the shell, so nothing here may depend on a component. */
export async function welcomeBack(dueDate: string): Promise<void> {
  const concerns = store.get(overdueAtom) || mayPay()
  await renewSession()
  if (!concerns || announced === dueDate) return
  announced = dueDate
  const format = formatOf(store.get(languageAtom), store.get(userAtom)?.company.timeZone, text())
  toast.success(text()('shell.renewed', { date: format.date(dueDate) }))
}
