import { useMutation } from '@tanstack/react-query'
import { FileText, Image, LoaderCircle, Mic, Plus } from 'lucide-react'
import { useRef } from 'react'
import type { ChatView, MediaKind, PhoneView } from '../../../../src/simulator/contract'
import { useText } from '../../../shared/i18n/useText'
import { IconButton } from '../../../shared/kit/IconButton'
import { Menu, MenuItem } from '../../../shared/kit/Menu'
import { tellRefusal } from '../useCommand'
import { sendFile } from './sendFile'

type Kind = Extract<MediaKind, 'image' | 'audio' | 'document'>
const accepted: Record<Kind, string> = { image: 'image/*', audio: 'audio/*', document: '' }

/** A picture, a sound or any file from this computer, as if it lay on the phone. */
export function AttachMenu({ phone, chat }: { phone: PhoneView; chat: ChatView }) {
  const t = useText()
  const picker = useRef<HTMLInputElement>(null)
  const kind = useRef<Kind>('image')
  const send = useMutation({
    mutationFn: (file: File) => sendFile(phone.phone, chat.id, kind.current, file),
    onError: tellRefusal,
  })
  const pick = (wanted: Kind) => {
    kind.current = wanted
    if (!picker.current) return
    picker.current.accept = accepted[wanted]
    picker.current.value = ''
    picker.current.click()
  }
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
        <MenuItem icon={<Image />} onSelect={() => pick('image')}>
          {t('simulator.picture')}
        </MenuItem>
        <MenuItem icon={<Mic />} onSelect={() => pick('audio')}>
          {t('simulator.audio')}
        </MenuItem>
        <MenuItem icon={<FileText />} onSelect={() => pick('document')}>
          {t('simulator.document')}
        </MenuItem>
      </Menu>
      <input
        ref={picker}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file) send.mutate(file)
        }}
      />
    </>
  )
}
