import { useSetAtom } from 'jotai/react'
import { UserRoundPlus } from 'lucide-react'
import type { PhoneView } from '../../../../src/simulator/contract'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { placeAtom } from '../state'
import { useCommand } from '../useCommand'
import { inventCustomer } from './people'

/** Adds a customer with a generated name and number. */
export function AddCustomerButton({ phones }: { phones: readonly PhoneView[] }) {
  const t = useText()
  const run = useCommand()
  const lay = useSetAtom(placeAtom)
  const add = () => {
    const customer = inventCustomer(phones)
    run.mutate({ do: 'addPhone', role: 'customer', ...customer }, { onSuccess: () => lay(customer.phone, 'pinned') })
  }
  return (
    <Button tone="primary" icon={<UserRoundPlus />} busy={run.isPending} onClick={add}>
      {t('simulator.newCustomer')}
    </Button>
  )
}
