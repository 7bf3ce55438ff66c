import '../../shared/theme/handset.css'
import './lab.css'
import { FlaskConical, Plus, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { EmptyState } from '../../shared/kit/EmptyState'
import { ErrorState } from '../../shared/kit/ErrorState'
import { usePageTitle } from '../../shared/usePageTitle'
import { AddPhoneDialog } from './dialogs/AddPhoneDialog'
import { ResetDialog } from './dialogs/ResetDialog'
import { useSimulator } from './feed/useSimulator'
import { Lab } from './Lab'
import { LabSkeleton } from './LabSkeleton'
import { AddCustomerButton } from './stage/AddCustomerButton'
import { PhoneShelf } from './stage/PhoneShelf'

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
