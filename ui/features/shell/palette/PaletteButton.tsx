import { Search } from 'lucide-react'
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { isCovered } from '../../../shared/covered'
import { useText } from '../../../shared/i18n/useText'
import { CTRL } from '../../../shared/kit/ctrl'
import { IconButton } from '../../../shared/kit/IconButton'
import { lazyPart } from '../../../shared/lazyPart'
import { type ShellParts, useParts } from '../parts'
import { useLeaving } from '../useLeaving'

type Props = { early: RefObject<string>; onClose(): void; onLeave(): void }

/** The palette, with the desk's results. */
const paletteOf = ({ offers }: ShellParts) =>
  lazyPart(async () => {
    const [{ Palette }, useFound] = await Promise.all([import('./Palette'), offers()])
    return (props: Props) => <Palette {...props} useFound={useFound} />
  })

/**
 * Opens the palette, as Ctrl+K does on every page: immediately, because the next keystrokes must reach no shortcut of
 * the page.
 */
export function PaletteButton() {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const parts = useParts()
  const [Palette] = useState(() => paletteOf(parts))
  const [leave, question] = useLeaving()
  /** What was typed while it was loading. */
  const early = useRef('')
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault() // browsers would search the web
      if (!isCovered()) setOpen(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <button type="button" className="btn btn-sm btn-ghost palette-open not-phone" onClick={() => setOpen(true)}>
        <Search />
        <span className="truncate">{t('shell.palette.open')}</span>
        <kbd className="kbd kbd-sm ml-auto">{CTRL} K</kbd>
      </button>
      <IconButton label={t('shell.palette.title')} className="only-phone ml-auto" onClick={() => setOpen(true)}>
        <Search />
      </IconButton>
      {isOpen && (
        // While the palette is loading it already owns the keyboard.
        <Suspense
          fallback={
            <span role="dialog" aria-label={t('shell.palette.title')}>
              <input
                ref={(field) => field?.focus()}
                className="sr-only"
                onChange={({ target }) => {
                  early.current = target.value
                }}
              />
            </span>
          }
        >
          <Palette early={early} onClose={() => setOpen(false)} onLeave={leave} />
        </Suspense>
      )}
      {question}
    </>
  )
}
