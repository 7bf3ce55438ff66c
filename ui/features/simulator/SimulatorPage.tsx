import '../../shared/theme/handset.css'
import './lab.css'
import { useSetAtom } from 'jotai/react'
import { FlaskConical, Plus, RotateCcw, UserRoundPlus } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import type { PhoneView } from '../../../src/simulator/contract'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { ConfirmDialog } from '../../shared/kit/ConfirmDialog'
import { EmptyState } from '../../shared/kit/EmptyState'
import { ErrorState } from '../../shared/kit/ErrorState'
import { Loading } from '../../shared/kit/Loading'
import { Skeleton } from '../../shared/kit/Skeleton'
import { usePageTitle } from '../../shared/usePageTitle'
import { AddPhoneDialog } from './dialogs/AddPhoneDialog'
import { SimulatorFeed } from './feed/feed'
import { Lab } from './Lab'
import { PhoneShelf } from './stage/PhoneShelf'
import { inventCustomer } from './stage/people'
import { setVisibilityAtom } from './state'
import { useCommand } from './useCommand'

/** The simulator: simulated phones side by side, scripts, faults, and the event log. */
export function SimulatorPage() {
  const t = useText()
  usePageTitle(t('simulator.title'))
  const { state, failure, retry } = useSimulator()
  const [dialog, setDialog] = useState<'add' | 'reset' | null>(null)
  const close = () => setDialog(null)
  const off = failure?.status === 404
  return (
    <main className="main page">
      <div className="page-head">
        <h1 className="page-title">{t('simulator.title')}</h1>
        <span className="page-count">{state && t('simulator.count', { count: state.phones.length })}</span>
        {state && (
          <>
            <PhoneShelf phones={state.phones} />
            <Button className="not-phone" icon={<RotateCcw className="size-4!" />} onClick={() => setDialog('reset')}>
              {t('simulator.reset.action')}
            </Button>
            <Button className="not-phone" icon={<Plus className="size-4!" />} onClick={() => setDialog('add')}>
              {t('simulator.newPhone')}
            </Button>
            <AddCustomerButton phones={state.phones} />
          </>
        )}
      </div>
      {state && !off ? (
        <Lab state={state} lost={failure !== null} onAdd={() => setDialog('add')} />
      ) : off ? (
        <EmptyState icon={<FlaskConical />} title={t('simulator.off.title')}>
          {t('simulator.off.text')}
        </EmptyState>
      ) : failure ? (
        <ErrorState error={failure} onRetry={retry} />
      ) : (
        <LabSkeleton />
      )}
      {dialog === 'add' && <AddPhoneDialog onClose={close} />}
      {dialog === 'reset' && <ResetDialog onClose={close} />}
    </main>
  )
}

function LabSkeleton() {
  return (
    <Loading className="lab">
      <section className="lab-stage" aria-hidden="true">
        <div className="lab-phones">
          {['a', 'b', 'c'].map((key) => (
            <div key={key} className="rig">
              <div className="rig-label flex items-center gap-2 flex-none h-10 mb-2 pl-1.5 pr-0 type-sm">
                <Skeleton className="size-7 rounded-full!" />
                <Skeleton width="50%" />
              </div>
              <div className="handset" />
            </div>
          ))}
        </div>
      </section>
    </Loading>
  )
}

/** Adds a customer with a generated name and number. */
function AddCustomerButton({ phones }: { phones: readonly PhoneView[] }) {
  const t = useText()
  const run = useCommand()
  const lay = useSetAtom(setVisibilityAtom)
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

function ResetDialog({ onClose }: { onClose(): void }) {
  const t = useText()
  const run = useCommand()
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('simulator.reset.title')}
      confirm={t('simulator.reset.action')}
      busy={run.isPending}
      onConfirm={() => run.mutate({ do: 'reset' }, { onSuccess: onClose })}
    >
      {t('simulator.reset.text')}
    </ConfirmDialog>
  )
}

/** The simulator's state, and how to retry after a failure. */
function useSimulator() {
  const [feed] = useState(() => new SimulatorFeed())
  const view = useSyncExternalStore(feed.subscribe, feed.get)
  return { ...view, retry: feed.retry }
}
