import { useAtom } from 'jotai/react'
import { Volume1, Volume2, VolumeX } from 'lucide-react'
import { useText } from '../../shared/i18n/useText'
import { IconButton } from '../../shared/kit/IconButton'
import { Popover } from '../../shared/kit/Popover'
import { volumeAtom } from '../../shared/volume'

/** How loud a new message rings here. */
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
      <label className="grid gap-2 text-sm font-medium w-52">
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
    </Popover>
  )
}
