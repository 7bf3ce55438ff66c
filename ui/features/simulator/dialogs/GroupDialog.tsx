import { UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import type { ChatView, GroupView, PhoneView } from '../../../../src/simulator/contract'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { Dialog } from '../../../shared/kit/Dialog'
import { isAdmin } from '../chat/permissions'
import { useDirectory } from '../directory'
import { useCommand } from '../useCommand'
import { GroupRules } from './GroupRules'
import { GroupSubject } from './GroupSubject'
import { MemberRow } from './MemberRow'

type Props = { phone: PhoneView; chat: ChatView; group: GroupView; onClose(): void }

/** A group as this phone sees it; admins may change it. */
export function GroupDialog({ phone, chat, group, onClose }: Props) {
  const t = useText()
  const me = phone.phone
  const may = isAdmin(group, me)
  return (
    <Dialog open onClose={onClose} size="sm" title={t('simulator.group.info')}>
      <div className="dialog-body grid gap-4">
        <GroupSubject me={me} chat={chat} group={group} may={may} />
        <GroupRules me={me} id={chat.id} group={group} may={may} />
        <section>
          <h3 className="text-sm font-medium">
            {t('simulator.group.members')} <span className="nums font-normal text-faint">{group.members.length}</span>
          </h3>
          <ul>
            {group.members.map((member) => (
              <MemberRow key={member.phone} me={me} id={chat.id} member={member} may={may} />
            ))}
          </ul>
          {may && <AddMember me={me} id={chat.id} group={group} />}
        </section>
      </div>
    </Dialog>
  )
}

function AddMember({ me, id, group }: { me: string; id: string; group: GroupView }) {
  const t = useText()
  const run = useCommand()
  const inside = new Set(group.members.map(({ phone }) => phone))
  const others = useDirectory().filter(({ phone }) => !inside.has(phone))
  const [chosen, setChosen] = useState('')
  const phone = others.some((one) => one.phone === chosen) ? chosen : (others[0]?.phone ?? '')
  if (others.length === 0) return null
  return (
    <div className="mt-2 flex gap-2">
      <select
        className="select select-sm min-w-0 flex-1"
        aria-label={t('simulator.group.whom')}
        value={phone}
        onChange={(event) => setChosen(event.target.value)}
      >
        {others.map((one) => (
          <option key={one.phone} value={one.phone}>
            {one.name}
          </option>
        ))}
      </select>
      <Button
        size="sm"
        icon={<UserRoundPlus />}
        busy={run.isPending}
        onClick={() => run.mutate({ do: 'changeGroup', group: id, by: me, add: [phone] })}
      >
        {t('simulator.group.add')}
      </Button>
    </div>
  )
}
