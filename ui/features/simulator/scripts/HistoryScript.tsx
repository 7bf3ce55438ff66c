import { useState } from 'react'
import { useText } from '../../../shared/i18n/useText'
import { toast } from '../../../shared/kit/toast'
import { useCommand } from '../useCommand'
import { NumberField } from './NumberField'
import { ScriptForm } from './ScriptForm'

/** Generates past chats, which a device receives when it is linked. */
export function HistoryScript({ phone, isLinked }: { phone: string; isLinked: boolean }) {
  const t = useText()
  const run = useCommand()
  const [chats, setChats] = useState(20)
  const [messages, setMessages] = useState(10)
  const [days, setDays] = useState(30)
  const [groups, setGroups] = useState(2)
  return (
    <ScriptForm
      title={t('simulator.script.history.title')}
      text={t(isLinked ? 'simulator.script.history.linked' : 'simulator.script.history.text')}
      action={t('simulator.script.history.action')}
      busy={run.isPending}
      onStart={() =>
        run.mutate(
          { do: 'prepareHistory', phone, chats, messages, days, groups: Math.min(groups, chats), photoEvery: 8 },
          { onSuccess: () => toast.success(t('simulator.script.history.done', { count: chats * messages })) },
        )
      }
    >
      <NumberField label={t('simulator.chats')} value={chats} max={1000} onChange={setChats} />
      <NumberField label={t('simulator.script.history.groups')} value={groups} min={0} max={50} onChange={setGroups} />
      <NumberField label={t('simulator.script.history.each')} value={messages} max={500} onChange={setMessages} />
      <NumberField label={t('simulator.script.history.days')} value={days} max={3650} onChange={setDays} />
    </ScriptForm>
  )
}
