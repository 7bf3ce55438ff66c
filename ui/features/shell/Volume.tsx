import { useAtom } from 'jotai/react'
import { Volume1, Volume2, VolumeX } from 'lucide-react'
import { useId, useState } from 'react'
import { canNotify, notificationsAtom } from '../../shared/desktopNotification'
import { useText } from '../../shared/i18n/useText'
import { IconButton } from '../../shared/kit/IconButton'
import { Popover } from '../../shared/kit/Popover'
import { Toggle } from '../../shared/kit/Toggle'
import { volumeAtom } from '../../shared/volume'

/** The volume of the sound, and whether desktop notifications are shown. */
export function Volume() {
  const t = useText()
  const [volume, setVolume] = useAtom(volumeAtom)
  const percent = Math.round(volume * 100)
  const Speaker = volume === 0 ? VolumeX : volume < 0.6 ? Volume1 : Volume2
  return (
    <Popover
      label={t('shell.volumeLabel')}
      trigger={
        <IconButton label={t('shell.volume', { percent })} className="not-phone">
          <Speaker />
        </IconButton>
      }
    >
      <div className="grid gap-4 w-64">
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
      </div>
    </Popover>
  )
}

/** The browser asks the person once; a refusal can only be revoked in its settings. */
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
