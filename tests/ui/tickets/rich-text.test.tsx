import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { RichText } from '../../../ui/features/tickets/chat/RichText'

test('a text runs in its own direction, and markup in it stays text', () => {
  expect(renderToStaticMarkup(<RichText text="مرحبا *hello* <b>x</b>" />)).toBe(
    '<bdi>مرحبا <b>hello</b> &lt;b&gt;x&lt;/b&gt;</bdi>',
  )
})
