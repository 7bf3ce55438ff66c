/** A text with `*emphasis*`. For our own catalogues only, not for messages. */
export function Rich({ text }: { text: string }) {
  return text.split('*').map((piece, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
      <b key={at} className="font-semibold">
        {piece}
      </b>
    ) : (
      piece
    ),
  )
}
