import { Download, EllipsisVertical, Upload } from 'lucide-react'
import { useRef } from 'react'
import type { ImportedEvents } from '../../../src/features/calendar/contract'
import { useText } from '../../shared/i18n/useText'
import { IconButton } from '../../shared/kit/IconButton'
import { Menu, MenuItem } from '../../shared/kit/Menu'
import { toast } from '../../shared/kit/toast'
import { saveFile } from '../../shared/saveFile'
import { fetchCalendar, importEvents } from './api'

const parts = ['created', 'updated', 'simplified', 'unreadable', 'left'] as const satisfies (keyof ImportedEvents)[]

/** Calendar files, out and in. */
export function FileMenu() {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  async function take(file: File) {
    try {
      const result = await importEvents(file)
      const said = parts
        .filter((part) => result[part] > 0)
        .map((part) => t(`events.imports.${part}`, { count: result[part] }))
      if (said.length === 0) return toast.warning(t('events.imports.nothing'))
      const isWhole = result.simplified + result.unreadable + result.left === 0
      if (isWhole) toast.success(`${said.join(', ')}.`)
      else toast.warning(`${said.join(', ')}.`, 8000)
    } catch (failure) {
      toast.failure(failure)
    }
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".ics,text/calendar"
        aria-label={t('events.imports.action')}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void take(file)
          target.value = '' // lets the same file be chosen again
        }}
      />
      <Menu
        trigger={
          <IconButton label={t('events.more')} size="md">
            <EllipsisVertical />
          </IconButton>
        }
      >
        <MenuItem icon={<Upload />} onSelect={() => input.current?.click()}>
          {t('events.imports.action')}
        </MenuItem>
        <MenuItem icon={<Download />} onSelect={() => void fetchCalendar().then(saveFile, toast.failure)}>
          {t('events.export')}
        </MenuItem>
      </Menu>
    </>
  )
}
