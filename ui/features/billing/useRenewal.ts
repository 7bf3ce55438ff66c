import { useRouter } from '@tanstack/react-router'
import { payInvoices, paymentDone } from '../../../src/features/billing/contract'
import { formatOf } from '../../shared/i18n/format'
import { languageAtom, text } from '../../shared/i18n/language'
import { toast } from '../../shared/kit/toast'
import { useEvent } from '../../shared/live/useEvent'
import { renewSession } from '../../shared/session/access'
import { mayAtom, overdueAtom, userAtom } from '../../shared/session/session'
import { store } from '../../shared/store'

/** How long the page with the code stays after a payment. */
const READ_FOR = 4000

/** After a renewal, every page of the company shows the new due date, and the paying user's page navigates home. */
export function useRenewal(): void {
  const { navigate, state } = useRouter()
  useEvent(paymentDone, ({ dueDate }) => {
    const { pathname } = state.location
    void welcomeBack(dueDate).then(() => {
      if (pathname.startsWith('/checkout')) setTimeout(() => void navigate({ to: '/' }), READ_FOR)
      else if (pathname.startsWith('/financeiro-aberto') && !mayPay())
        void navigate({ to: '/tickets/{-$ticketId}', params: { ticketId: undefined }, replace: true })
    })
  })
}

const mayPay = () => store.get(mayAtom)(payInvoices)

/** Renewing the session lifts the limits and replaces the shell, so nothing here may depend on a component. */
export async function welcomeBack(dueDate: string): Promise<void> {
  const concerns = store.get(overdueAtom) || mayPay()
  await renewSession()
  if (!concerns) return
  const format = formatOf(store.get(languageAtom), store.get(userAtom)?.company.timeZone, text())
  toast.success(text()('shell.renewed', { date: format.date(dueDate) }))
}
