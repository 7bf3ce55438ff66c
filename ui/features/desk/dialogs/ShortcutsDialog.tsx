import { useText } from '../../../shared/i18n/useText'
import { CTRL } from '../../../shared/kit/ctrl'
import { Dialog } from '../../../shared/kit/Dialog'
import { sheet } from '../rules/shortcuts'

/** Lists every key of the desk. */
export function ShortcutsDialog({ onClose }: { onClose(): void }) {
  const t = useText()
  return (
    <Dialog open onClose={onClose} title={t('tickets.shortcuts.title')} size="sm">
      <dl className="dialog-body grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-2 pt-0! text-sm">
        {sheet.map(({ keys, command }) => (
          <div key={command} className="contents">
            <dt>{t(`tickets.shortcuts.${command}`)}</dt>
            <dd className="flex justify-end gap-1">
              {keys.map((key) => (
                <kbd key={key} className="kbd kbd-sm">
                  {key === 'Ctrl' ? CTRL : key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="px-5 pb-5 text-sm text-muted">{t('tickets.shortcuts.note')}</p>
    </Dialog>
  )
}
