import { useReactFlow, useViewport } from '@xyflow/react'
import { ChartColumn, Copy as CopyIcon, Maximize, Minus, Plus, Redo2, Undo2, WandSparkles } from 'lucide-react'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { IconButton } from '../../../shared/kit/IconButton'
import { Menu, MenuItem } from '../../../shared/kit/Menu'
import type { CanvasProps } from './shown'
import { FIT } from './useCamera'

type Props = Pick<CanvasProps, 'draft' | 'counts' | 'onCount' | 'several'> & { onArrange(): void }

export function Tools({ draft, counts, onCount, several, onArrange }: Props) {
  const t = useText()
  const format = useFormat()
  const { zoomIn, zoomOut, zoomTo, fitView } = useReactFlow()
  const { zoom } = useViewport()
  return (
    <div className="absolute right-3.5 top-3 z-5 flex items-center gap-0.5 p-0.5 rounded-field bg-float shadow-pop">
      <IconButton label={t('flows.undo')} disabled={!draft.mayUndo} onClick={draft.undo}>
        <Undo2 />
      </IconButton>
      <IconButton label={t('flows.redo')} disabled={!draft.mayRedo} onClick={draft.redo}>
        <Redo2 />
      </IconButton>
      <span className="mx-1 h-4 w-px bg-line" />
      <IconButton label={t('flows.smaller')} onClick={() => void zoomOut()}>
        <Minus />
      </IconButton>
      <button
        type="button"
        className="btn btn-sm btn-ghost nums px-1.5"
        title={t('flows.actualSize')}
        onClick={() => void zoomTo(1)}
      >
        {format.number(Math.round(zoom * 100))}%
      </button>
      <IconButton label={t('flows.bigger')} onClick={() => void zoomIn()}>
        <Plus />
      </IconButton>
      <IconButton label={t('flows.fit')} onClick={() => void fitView(FIT)}>
        <Maximize />
      </IconButton>
      <IconButton
        label={t('flows.arrange')}
        onClick={() => {
          onArrange()
          requestAnimationFrame(() => void fitView(FIT))
        }}
      >
        <WandSparkles />
      </IconButton>
      <span className="mx-1 h-4 w-px bg-line" />
      <Menu
        align="end"
        trigger={
          <IconButton label={t('flows.several.menu')}>
            <CopyIcon />
          </IconButton>
        }
      >
        {several.ids.length > 0 && (
          <>
            <MenuItem hint="Ctrl C" onSelect={several.copyToClipboard}>
              {t('flows.several.copy', { count: several.ids.length })}
            </MenuItem>
            <MenuItem hint="Ctrl D" onSelect={several.duplicate}>
              {t('flows.pane.duplicate')}
            </MenuItem>
          </>
        )}
        <MenuItem hint="Ctrl V" onSelect={() => void several.pasteFromClipboard()}>
          {t('flows.several.paste')}
        </MenuItem>
        <MenuItem hint="Ctrl A" onSelect={several.pickAll}>
          {t('flows.several.all')}
        </MenuItem>
        {several.ids.length > 0 && (
          <MenuItem hint="Delete" danger onSelect={several.remove}>
            {t('flows.pane.remove')}
          </MenuItem>
        )}
      </Menu>
      <IconButton
        label={t('flows.numbers.toggle')}
        pressed={counts !== undefined}
        onClick={() => onCount(counts === undefined)}
      >
        <ChartColumn />
      </IconButton>
    </div>
  )
}
