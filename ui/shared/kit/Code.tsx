import { pieces } from './codePieces'

/** Code with coloured strings and keys. Scrolls sideways, by keyboard too. */
export function Code({ text, note, label }: { text: string; note?: string; label: string }) {
  let at = 0
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className="code" tabIndex={0} aria-label={label} translate="no">
      {note && <span className="text-faint">{`${note}\n`}</span>}
      {pieces(text).map(({ text: piece, kind }) => {
        at += piece.length
        return kind ? (
          <span key={at} data-kind={kind}>
            {piece}
          </span>
        ) : (
          piece
        )
      })}
    </section>
  )
}
