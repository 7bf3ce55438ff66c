import { EllipsisVertical, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { PhoneView } from '../../../../src/simulator/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { ConfirmDialog } from '../../../shared/kit/ConfirmDialog'
import { Face } from '../../../shared/kit/Face'
import { IconButton } from '../../../shared/kit/IconButton'
import { Menu, MenuItem } from '../../../shared/kit/Menu'
import { useCommand } from '../useCommand'

type Props = { phone: PhoneView; icon?: ReactNode; children: ReactNode }

/** The body of a pretend phone: whose it is at the top, whatever it shows below. */
export function Handset({ phone, icon, children }: Props) {
  const t = useText()
  const format = useFormat()
  const run = useCommand()
  const [removing, setRemoving] = useState(false)
  const { name, role } = phone
  return (
    <article className="handset" aria-label={t(`simulator.phoneOf.${role}`, { name })}>
      <header>
        <Face name={name} size={1.75} icon={icon} />
        <span className="two min-w-0">
          <b className="truncate">{name}</b>
          <small className="truncate">
            {format.phone(phone.phone)} · {conditionOf()}
          </small>
        </span>
        <Menu
          trigger={
            <IconButton label={t('simulator.options', { name })} className="ml-auto">
              <EllipsisVertical />
            </IconButton>
          }
        >
          <MenuItem icon={<Trash2 />} danger onSelect={() => setRemoving(true)}>
            {t('simulator.remove.action')}
          </MenuItem>
        </Menu>
      </header>
      {children}
      <ConfirmDialog
        open={removing}
        onClose={() => setRemoving(false)}
        title={t('simulator.remove.title', { name })}
        confirm={t('simulator.remove.action')}
        busy={run.isPending}
        onConfirm={() => run.mutate({ do: 'removePhone', phone: phone.phone }, { onSettled: () => setRemoving(false) })}
      >
        {t('simulator.remove.text')}
      </ConfirmDialog>
    </article>
  )

  function conditionOf() {
    if (phone.banned) return <span className="text-error-ink">{t('simulator.banned')}</span>
    if (phone.restrictedUntil)
      return (
        <span className="text-warning-ink">
          {t('simulator.restricted', { until: format.time(phone.restrictedUntil) })}
        </span>
      )
    return t(`simulator.role.${role}`)
  }
}
