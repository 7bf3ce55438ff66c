import { useMutation } from '@tanstack/react-query'
import {
  BarChart3,
  Camera,
  ContactRound,
  FileText,
  Image,
  LoaderCircle,
  MapPin,
  Megaphone,
  Music,
  Plus,
  Sticker,
} from 'lucide-react'
import { useRef, useState } from 'react'
import type { PhoneView } from '../../../../src/simulator/contract'
import { useText } from '../../../shared/i18n/useText'
import { IconButton } from '../../../shared/kit/IconButton'
import { Menu, MenuItem } from '../../../shared/kit/Menu'
import { CardDialog } from '../dialogs/CardDialog'
import { LocationDialog } from '../dialogs/LocationDialog'
import { PhotoDialog } from '../dialogs/PhotoDialog'
import { PollDialog } from '../dialogs/PollDialog'
import { StickerDialog } from '../dialogs/StickerDialog'
import { photographRoom } from '../pictures/room'
import { showRefusal, useCommand } from '../useCommand'
import { kindOfFile, type Letter, sendFile } from './sendFile'

type Props = { phone: PhoneView; letter: Letter; onSent(): void }
type AttachDialog = { what: 'sticker' | 'place' | 'card' | 'poll' } | { what: 'photo'; file: File } | null

/** Attachments: a file of this computer, or generated content. */
export function AttachMenu({ phone, letter, onSent }: Props) {
  const t = useText()
  const [opened, setOpened] = useState<AttachDialog>(null)
  const picker = usePicker((file) => {
    const kind = kindOfFile(file)
    if (kind === 'image' || kind === 'video') setOpened({ what: 'photo', file })
    else send.mutate(file)
  })
  const send = useMutation({
    mutationFn: (file: File) => sendFile(letter, kindOfFile(file) === 'audio' ? 'audio' : 'document', file),
    onSuccess: onSent,
    onError: showRefusal,
  })
  const close = () => setOpened(null)
  const done = () => {
    close()
    onSent()
  }
  const run = useCommand()
  const sayFromAd = (ad: 'shown' | 'bare') =>
    run.mutate({ do: 'say', ...letter, text: t('simulator.attachment.adText'), ad }, { onSuccess: onSent })
  const shoot = async () => setOpened({ what: 'photo', file: await photographRoom() })
  return (
    <>
      <Menu
        align="start"
        side="top"
        trigger={
          <IconButton label={t('simulator.attach')} size="xs" disabled={send.isPending}>
            {send.isPending ? <LoaderCircle className="animate-spin" /> : <Plus />}
          </IconButton>
        }
      >
        <MenuItem icon={<Camera />} onSelect={() => void shoot()}>
          {t('simulator.attachment.camera')}
        </MenuItem>
        <MenuItem icon={<Image />} onSelect={() => picker.pick('image/*,video/*')}>
          {t('simulator.attachment.gallery')}
        </MenuItem>
        <MenuItem icon={<FileText />} onSelect={() => picker.pick('')}>
          {t('simulator.kind.document')}
        </MenuItem>
        <MenuItem icon={<Music />} onSelect={() => picker.pick('audio/*')}>
          {t('simulator.attachment.audio')}
        </MenuItem>
        <MenuItem icon={<Sticker />} onSelect={() => setOpened({ what: 'sticker' })}>
          {t('simulator.kind.sticker')}
        </MenuItem>
        <MenuItem icon={<MapPin />} onSelect={() => setOpened({ what: 'place' })}>
          {t('simulator.kind.location')}
        </MenuItem>
        <MenuItem icon={<ContactRound />} onSelect={() => setOpened({ what: 'card' })}>
          {t('simulator.kind.contact')}
        </MenuItem>
        <MenuItem icon={<BarChart3 />} onSelect={() => setOpened({ what: 'poll' })}>
          {t('simulator.kind.poll')}
        </MenuItem>
        <MenuItem icon={<Megaphone />} onSelect={() => sayFromAd('shown')}>
          {t('simulator.attachment.ad')}
        </MenuItem>
        <MenuItem icon={<Megaphone />} onSelect={() => sayFromAd('bare')}>
          {t('simulator.attachment.adBare')}
        </MenuItem>
      </Menu>
      {picker.input}
      {opened?.what === 'photo' && (
        <PhotoDialog
          name={phone.name}
          letter={letter}
          file={opened.file}
          onAgain={shoot}
          onSent={done}
          onClose={close}
        />
      )}
      {opened?.what === 'sticker' && <StickerDialog letter={letter} onSent={done} onClose={close} />}
      {opened?.what === 'place' && <LocationDialog letter={letter} onSent={done} onClose={close} />}
      {opened?.what === 'card' && <CardDialog letter={letter} onSent={done} onClose={close} />}
      {opened?.what === 'poll' && <PollDialog letter={letter} onSent={done} onClose={close} />}
    </>
  )
}

/** Opens the browser's file chooser. */
function usePicker(onPicked: (file: File) => void) {
  const box = useRef<HTMLInputElement>(null)
  const pick = (accept: string) => {
    if (!box.current) return
    box.current.accept = accept
    box.current.value = ''
    box.current.click()
  }
  const input = (
    <input
      ref={box}
      type="file"
      className="sr-only"
      tabIndex={-1}
      aria-hidden="true"
      onChange={(event) => {
        const file = event.target.files?.[0]
        if (file) onPicked(file)
      }}
    />
  )
  return { pick, input }
}
