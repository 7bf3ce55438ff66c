import { useMutation } from '@tanstack/react-query'
import { ImageMinus, ImagePlus } from 'lucide-react'
import { useState } from 'react'
import type { PhoneView } from '../../../../src/simulator/contract'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { initials } from '../../../shared/kit/Face'
import { Field } from '../../../shared/kit/Field'
import { Toggle } from '../../../shared/kit/Toggle'
import { command } from '../api'
import { PhoneFace } from '../PhoneFace'
import { base64Of } from '../pictures/base64'
import { portraitOf } from '../pictures/room'
import { showRefusal, useCommand } from '../useCommand'
import { ReinstallNote } from './ReinstallNote'
import { SendDialog } from './SendDialog'

/** The profile of a phone: name, picture, about. */
export function ProfileDialog({ phone: view, onClose }: { phone: PhoneView; onClose(): void }) {
  const t = useText()
  const { phone } = view
  const [name, setName] = useState(view.name)
  const [about, setAbout] = useState(view.about ?? '')
  const [username, setUsername] = useState(view.username ?? '')
  const [key, setKey] = useState(view.usernameKey ?? '')
  const [hidesNumber, setHidesNumber] = useState(view.hidesNumber ?? false)
  const save = useMutation({
    mutationFn: async () => {
      if (name.trim() !== view.name) await command({ do: 'rename', phone, name: name.trim() })
      const chosen = username.trim().replace(/^@/, '')
      if (
        chosen !== (view.username ?? '') ||
        key !== (view.usernameKey ?? '') ||
        hidesNumber !== (view.hidesNumber ?? false)
      )
        await command({ do: 'setUsername', phone, username: chosen || null, key: key || null, hidesNumber })
      if (about.trim() !== (view.about ?? '')) await command({ do: 'setHabits', phone, about: about.trim() })
    },
    onSuccess: onClose,
    onError: showRefusal,
  })
  return (
    <SendDialog
      title={t('simulator.profile.title', { name: view.name })}
      action={t('common.save')}
      busy={save.isPending}
      disabled={name.trim() === ''}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <ProfilePicture phone={view} />
      <Field label={t('simulator.add.name')}>
        {(control) => (
          <input {...control} className="input" value={name} onChange={(event) => setName(event.target.value)} />
        )}
      </Field>
      <Field label={t('simulator.profile.about')} optional>
        {(control) => (
          <input {...control} className="input" value={about} onChange={(event) => setAbout(event.target.value)} />
        )}
      </Field>
      <div className="grid grid-cols-[1fr_7rem] gap-3">
        <Field label={t('simulator.profile.username')} optional>
          {(control) => (
            <input
              {...control}
              className="input"
              placeholder="@"
              value={username}
              onChange={(event) => setUsername(event.target.value)}
            />
          )}
        </Field>
        <Field label={t('simulator.profile.usernameKey')} optional>
          {(control) => (
            <input
              {...control}
              className="input"
              inputMode="numeric"
              maxLength={4}
              value={key}
              onChange={(event) => setKey(event.target.value)}
            />
          )}
        </Field>
      </div>
      <div className="flex items-center gap-2 text-sm">
        <Toggle aria-label={t('simulator.profile.hidesNumber')} checked={hidesNumber} onChange={setHidesNumber} />
        {t('simulator.profile.hidesNumber')}
      </div>
      <ReinstallNote phone={view} />
    </SendDialog>
  )
}

function ProfilePicture({ phone: { phone, name, picture } }: { phone: PhoneView }) {
  const t = useText()
  const run = useCommand()
  const paint = async () =>
    run.mutate({ do: 'setPicture', phone, base64: await base64Of(await portraitOf(initials(name))) })
  return (
    <div className="flex items-center gap-3">
      <PhoneFace name={name} picture={picture} size={3} />
      <Button size="sm" icon={<ImagePlus />} onClick={() => void paint()}>
        {t('simulator.picture.another')}
      </Button>
      {picture && (
        <Button
          size="sm"
          tone="ghost"
          icon={<ImageMinus />}
          onClick={() => run.mutate({ do: 'setPicture', phone, base64: null })}
        >
          {t('simulator.picture.remove')}
        </Button>
      )}
    </div>
  )
}
