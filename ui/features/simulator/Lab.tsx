import { replaceEqualDeep } from '@tanstack/react-query'
import { useAtom } from 'jotai/react'
import { Hammer, Mail, QrCode, ScrollText, Webhook, WifiOff } from 'lucide-react'
import { useState } from 'react'
import type { SimulatorState } from '../../../src/simulator/contract'
import { useText } from '../../shared/i18n/useText'
import { Note } from '../../shared/kit/Note'
import { TabPanel, Tabs } from '../../shared/kit/Tabs'
import { DirectoryContext, directoryOf } from './directory'
import { Faults } from './faults/Faults'
import { Hooks } from './hooks/Hooks'
import { EventLog } from './log/EventLog'
import { Mails } from './mail/Mails'
import { Charges } from './pix/Charges'
import { Scripts } from './scripts/Scripts'
import { Stage } from './stage/Stage'
import { PANELS, panelAtom } from './state'

type Props = { state: SimulatorState; lost: boolean; onAdd(): void }

/** The phones, and the panels for scripts, faults and the event log. */
export function Lab({ state, lost, onAdd }: Props) {
  const t = useText()
  const directory = useStable(directoryOf(state.phones))
  return (
    <DirectoryContext value={directory}>
      {lost && (
        <Note role="alert" icon={<WifiOff />} className="rounded-none">
          {t('simulator.lost')}
        </Note>
      )}
      <div className="lab">
        <Stage phones={state.phones} onAdd={onAdd} />
        <Side state={state} />
        <EventLog state={state} />
      </div>
    </DirectoryContext>
  )
}

const panelIcons = {
  scripts: <ScrollText />,
  faults: <Hammer />,
  mail: <Mail />,
  pix: <QrCode />,
  hooks: <Webhook />,
}

function Side({ state }: { state: SimulatorState }) {
  const t = useText()
  const [chosen, open] = useAtom(panelAtom)
  const panels = PANELS.filter((id) => (id !== 'mail' && id !== 'pix') || state[id] !== null)
  const panel = panels.find((id) => id === chosen) ?? 'scripts'
  const counts = {
    scripts: state.scripts.length,
    faults: state.faults.length,
    mail: state.mail?.kept ?? 0,
    pix: state.pix?.open ?? 0,
    hooks: state.hooks.kept,
  }
  return (
    <aside
      className="lab-faults row-[1/3] col-2 flex flex-col border-l border-line overflow-hidden max-md:border-l-0 max-md:border-t max-md:border-t-line max-md:overflow-visible"
      aria-label={t('simulator.side')}
    >
      <Tabs
        id="simulator-side"
        label={t('simulator.side')}
        value={panel}
        onChange={open}
        tabs={panels.map((id) => ({
          id,
          label: (
            <span className="lab-tab inline-flex items-center gap-1.5" title={t(`simulator.panel.${id}`)}>
              {panelIcons[id]}
              <span>{t(`simulator.panel.${id}`)}</span>
            </span>
          ),
          ...(counts[id] > 0 ? { count: counts[id] } : {}),
        }))}
      />
      <TabPanel
        id="simulator-side"
        value={panel}
        className="flex-1 min-h-0 px-5 pt-4 pb-6 overflow-y-auto max-md:p-4 max-md:overflow-visible"
      >
        {panel === 'scripts' && <Scripts state={state} />}
        {panel === 'faults' && <Faults state={state} />}
        {panel === 'mail' && state.mail && <Mails mail={state.mail} />}
        {panel === 'pix' && state.pix && <Charges pix={state.pix} />}
        {panel === 'hooks' && <Hooks state={state.hooks} />}
      </TabPanel>
    </aside>
  )
}

/** Returns the same object as long as its content is the same, so that dependants are not rendered again. */
function useStable<T>(value: T): T {
  const [kept, setKept] = useState(value)
  const stable = replaceEqualDeep(kept, value)
  if (stable !== kept) setKept(stable)
  return stable
}
