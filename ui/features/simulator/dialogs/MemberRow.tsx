import { EllipsisVertical, ShieldMinus, ShieldPlus, UserRoundMinus } from 'lucide-react'
import type { GroupView } from '../../../../src/simulator/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Face } from '../../../shared/kit/Face'
import { IconButton } from '../../../shared/kit/IconButton'
import { Menu, MenuItem } from '../../../shared/kit/Menu'
import { useCommand } from '../useCommand'

type Props = { me: string; id: string; member: GroupView['members'][number]; may: boolean }

/** A member of a group: admins may promote, demote and remove, anybody may leave. */
export function MemberRow({ me, id, member: { phone, name, admin }, may }: Props) {
  const t = useText()
  const format = useFormat()
  const run = useCommand()
  const change = (what: 'promote' | 'demote' | 'remove') =>
    run.mutate({ do: 'changeGroup', group: id, by: me, [what]: [phone] })
  const isMe = phone === me
  return (
    <li className="shelf-row">
      <Face name={name} size={1.75} />
      <span className="two min-w-0 flex-1">
        <b className="truncate">{isMe ? t('simulator.oneself') : name}</b>
        <small className="truncate">{format.phone(phone)}</small>
      </span>
      {admin && <span className="badge badge-sm">{t('simulator.group.admin')}</span>}
      {(may || isMe) && (
        <Menu
          trigger={
            <IconButton size="xs" label={t('simulator.group.options', { name })}>
              <EllipsisVertical />
            </IconButton>
          }
        >
          {may && (
            <MenuItem
              icon={admin ? <ShieldMinus /> : <ShieldPlus />}
              onSelect={() => change(admin ? 'demote' : 'promote')}
            >
              {t(admin ? 'simulator.group.demote' : 'simulator.group.promote')}
            </MenuItem>
          )}
          <MenuItem icon={<UserRoundMinus />} danger onSelect={() => change('remove')}>
            {t(isMe ? 'simulator.group.leave' : 'simulator.group.remove')}
          </MenuItem>
        </Menu>
      )}
    </li>
  )
}
