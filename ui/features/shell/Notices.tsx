import { useAtom } from 'jotai/react'
import { useId, useState } from 'react'
import { hasFeature } from '../../../src/tenancy/contract'
import { canNotify, notificationsAtom } from '../../shared/desktopNotification'
import { useText } from '../../shared/i18n/useText'
import { Toggle } from '../../shared/kit/Toggle'
import { noticeKinds, noticesAtom } from '../../shared/notices'
import { useUser } from '../../shared/session/useUser'
import { volumeAtom } from '../../shared/volume'

/** Volume of the sound for new messages, and desktop notifications. */
export function SoundAndDesktop() {
  const t = useText()
  const [volume, setVolume] = useAtom(volumeAtom)
  const percent = Math.round(volume * 100)
  return (
    <>
      <label className="grid gap-2 text-sm font-medium">
        <span className="flex justify-between">
          {t('shell.volumeLabel')} <span className="nums text-faint font-normal">{percent}%</span>
        </span>
        <input
          type="range"
          className="range range-xs range-primary w-full"
          min={0}
          max={1}
          step={0.1}
          value={volume}
          aria-valuetext={`${percent}%`}
          onChange={(event) => setVolume(Math.round(Number(event.target.value) * 10) / 10)}
        />
      </label>
      {canNotify() && <DesktopNews />}
    </>
  )
}

/** The browser asks the user once; a refusal can only be revoked in its settings. */
function DesktopNews() {
  const t = useText()
  const id = useId()
  const [isWanted, want] = useAtom(notificationsAtom)
  const [permission, setPermission] = useState(() => Notification.permission)
  const turn = async (on: boolean) => {
    const answer = on ? await Notification.requestPermission() : permission
    setPermission(answer)
    want(on && answer === 'granted')
  }
  return (
    <label htmlFor={id} className="flex items-start justify-between gap-3">
      <span className="two">
        <span className="text-sm font-medium">{t('shell.desktopNews')}</span>
        <small>{t(permission === 'denied' ? 'shell.desktopNewsDenied' : 'shell.desktopNewsHint')}</small>
      </span>
      <Toggle
        id={id}
        size="sm"
        checked={isWanted && permission === 'granted'}
        disabled={permission === 'denied'}
        onChange={(on) => void turn(on)}
      />
    </label>
  )
}

/** Which messages notify the user. */
export function NoticeEvents() {
  const t = useText()
  const group = useId()
  const [wanted, want] = useAtom(noticesAtom)
  const { features } = useUser().company
  const offered = noticeKinds.filter((kind) => kind !== 'chats' || hasFeature(features, 'useInternalChat'))
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-3 text-sm font-medium">{t('bar.notices.events')}</legend>
      {offered.map((kind) => (
        <label key={kind} htmlFor={`${group}-${kind}`} className="flex items-center justify-between gap-3 text-sm">
          {t(`bar.notices.${kind}`)}
          <Toggle
            id={`${group}-${kind}`}
            size="sm"
            checked={wanted[kind]}
            onChange={(on) => want({ ...wanted, [kind]: on })}
          />
        </label>
      ))}
    </fieldset>
  )
}
