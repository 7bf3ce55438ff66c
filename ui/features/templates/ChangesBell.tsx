import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { LayoutTemplate } from 'lucide-react'
import { can } from '../../../src/channels/acts'
import type { CategoryChange } from '../../../src/channels/templates/contract'
import { manageTemplates, templatesChanged } from '../../../src/features/templates/contract'
import { useText } from '../../shared/i18n/useText'
import { Bell } from '../../shared/kit/Bell'
import { BellList } from '../../shared/kit/BellList'
import { useBellAct } from '../../shared/kit/useBellAct'
import { useEvent } from '../../shared/live/useEvent'
import { useMay } from '../../shared/session/useUser'
import { connectionsQuery } from '../directory/api'
import { changesQuery, noteRead } from './changesApi'
import { titleOf } from './spec'

/** Templates that Meta put into another category, which has another price; hidden without any. */
export function ChangesBell() {
  const t = useText()
  const mayManage = useMay()(manageTemplates)
  const hasTemplates = useQuery(connectionsQuery).data?.some(({ channel }) => can(channel, 'templates')) ?? false
  const { data: changes = [], refetch } = useQuery({ ...changesQuery, enabled: mayManage && hasTemplates })
  useEvent(templatesChanged, () => {
    if (mayManage) void refetch()
  })
  return (
    <Bell
      words={t('templateChanges.count', { count: changes.length })}
      count={changes.length}
      icon={<LayoutTemplate />}
      isFleeting
    >
      {(close) => <Changes changes={changes} onGo={close} />}
    </Bell>
  )
}

function Changes({ changes, onGo }: { changes: readonly CategoryChange[]; onGo(): void }) {
  const t = useText()
  const navigate = useNavigate()
  const act = useBellAct(changesQuery.queryKey)
  const read = (some: readonly CategoryChange[]) => act(Promise.all(some.map(noteRead)))
  return (
    <BellList
      icon={<LayoutTemplate />}
      title={t('templateChanges.title')}
      none={t('templateChanges.none')}
      allSeen={t('templateChanges.allSeen')}
      onSeen={(ids) => void read(changes.filter(({ id }) => ids.includes(id)))}
      items={changes.map((one) => {
        const name = titleOf(one.name)
        return {
          id: one.id,
          title: name,
          text: t('templateChanges.text', {
            was: t(`templateChanges.category.${one.was}`),
            category: t(`templateChanges.category.${one.category}`),
          }),
          at: one.at,
          open: t('templateChanges.open', { name }),
          seen: t('templateChanges.seen', { name }),
          onOpen() {
            onGo()
            void navigate({ to: '/templates', search: { whatsapp: one.whatsappId } })
          },
        }
      })}
    />
  )
}
