import { useAtomValue } from 'jotai/react'
import { Volume1, Volume2, VolumeX } from 'lucide-react'
import { useText } from '../../shared/i18n/useText'
import { IconButton } from '../../shared/kit/IconButton'
import { Popover } from '../../shared/kit/Popover'
import { volumeAtom } from '../../shared/volume'
import { SoundAndDesktop } from './Notices'

/** The volume of the sound, and whether desktop notifications are shown. */
export function Volume() {
  const t = useText()
  const volume = useAtomValue(volumeAtom)
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
        <SoundAndDesktop />
      </div>
    </Popover>
  )
}
