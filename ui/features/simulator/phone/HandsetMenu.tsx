import { useAtomValue, useSetAtom } from 'jotai/react'
import {
  EllipsisVertical,
  EyeOff,
  MessageCircleReply,
  Pin,
  PinOff,
  SlidersHorizontal,
  Trash2,
  Wifi,
  WifiOff,
} from 'lucide-react'
import { useState } from 'react'
import type { PhoneView } from '../../../../src/simulator/contract'
import { useText } from '../../../shared/i18n/useText'
import { ConfirmDialog } from '../../../shared/kit/ConfirmDialog'
import { IconButton } from '../../../shared/kit/IconButton'
import { Menu, MenuItem, MenuSeparator } from '../../../shared/kit/Menu'
import { ProfileDialog } from '../dialogs/ProfileDialog'
import { setVisibilityAtom, visibilitiesAtom } from '../state'
import { useCommand } from '../useCommand'

/** The menu of a phone: pin or hide it, switch it off, edit its profile. */
export function HandsetMenu({ phone: view }: { phone: PhoneView }) {
  const t = useText()
  const run = useCommand()
  const isPinned = useAtomValue(visibilitiesAtom)[view.phone] === 'pinned'
  const lay = useSetAtom(setVisibilityAtom)
  const [dialog, setDialog] = useState<'profile' | 'remove' | null>(null)
  const { phone, name, online } = view
  return (
    <>
      <Menu
        trigger={
          <IconButton label={t('simulator.options', { name })}>
            <EllipsisVertical />
          </IconButton>
        }
      >
        <MenuItem icon={isPinned ? <PinOff /> : <Pin />} onSelect={() => lay(phone, isPinned ? null : 'pinned')}>
          {isPinned ? t('simulator.unpin') : t('simulator.pin')}
        </MenuItem>
        <MenuItem icon={<EyeOff />} onSelect={() => lay(phone, 'hidden')}>
          {t('simulator.hide')}
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          icon={online ? <WifiOff /> : <Wifi />}
          onSelect={() => run.mutate({ do: 'setOnline', phone, on: !online })}
        >
          {online ? t('simulator.goOffline') : t('simulator.goOnline')}
        </MenuItem>
        {view.role === 'company' &&
          (['greeting', 'away'] as const).map((text) => (
            <MenuItem
              key={text}
              icon={<MessageCircleReply />}
              onSelect={() =>
                run.mutate({
                  do: 'setHabits',
                  phone,
                  [text]: view[text] === undefined ? t(`simulator.appTexts.${text}.text`) : null,
                })
              }
            >
              {t(`simulator.appTexts.${text}.${view[text] === undefined ? 'on' : 'off'}`)}
            </MenuItem>
          ))}
        <MenuItem icon={<SlidersHorizontal />} onSelect={() => setDialog('profile')}>
          {t('simulator.profile.action')}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Trash2 />} danger onSelect={() => setDialog('remove')}>
          {t('simulator.remove.action')}
        </MenuItem>
      </Menu>
      {dialog === 'profile' && <ProfileDialog phone={view} onClose={() => setDialog(null)} />}
      <ConfirmDialog
        open={dialog === 'remove'}
        onClose={() => setDialog(null)}
        title={t('simulator.remove.title', { name })}
        confirm={t('simulator.remove.action')}
        busy={run.isPending}
        onConfirm={() => run.mutate({ do: 'removePhone', phone }, { onSettled: () => setDialog(null) })}
      >
        {t('simulator.remove.text')}
      </ConfirmDialog>
    </>
  )
}
