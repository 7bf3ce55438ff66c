import { useAtomValue } from 'jotai/react'
import { Plus, Smartphone } from 'lucide-react'
import type { PhoneView } from '../../../../src/simulator/contract'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { EmptyState } from '../../../shared/kit/EmptyState'
import { PhoneOnStage } from '../phone/PhoneOnStage'
import { visibilitiesAtom } from '../state'
import { PhoneTabs } from './PhoneTabs'
import { onStage } from './visibility'

/** The shown phones, side by side; on a narrow screen one at a time. */
export function Stage({ phones, onAdd }: { phones: readonly PhoneView[]; onAdd(): void }) {
  const t = useText()
  const laid = onStage(phones, useAtomValue(visibilitiesAtom))
  return (
    <section className="lab-stage" aria-label={t('simulator.phones')}>
      <PhoneTabs phones={laid} />
      <div className="lab-phones">
        {laid.map((phone) => (
          <PhoneOnStage key={phone.id} phone={phone} />
        ))}
        {laid.length === 0 && (
          <EmptyState
            icon={<Smartphone />}
            title={t('simulator.empty.title')}
            actions={
              <Button size="sm" icon={<Plus />} onClick={onAdd}>
                {t('simulator.newPhone')}
              </Button>
            }
          >
            {t('simulator.empty.text')}
          </EmptyState>
        )}
      </div>
    </section>
  )
}
