/*
 * In Balcão's own pages: passes on what the page asks, and tells it the answer. Other addresses of the same host are left
 * alone: patterns know no ports.
 */
/* global chrome */
;(() => {
  if (location.origin !== globalThis.BALCAO_ORIGIN || globalThis.balcaoHelperIsHere) return
  globalThis.balcaoHelperIsHere = true

  const tell = (news) => postMessage({ from: 'balcao-helper', ...news }, location.origin)
  const isHere = () => tell({ says: 'here', version: chrome.runtime.getManifest().version })

  addEventListener('message', ({ source, origin, data }) => {
    if (source !== window || origin !== location.origin || data?.to !== 'balcao-helper') return
    if (data.ask === 'hello') isHere()
    if (data.ask === 'passkey')
      chrome.runtime.sendMessage({ ask: 'passkey', options: data.options }).then(
        () => tell({ says: 'opened' }),
        () => tell({ says: 'gone' }), // removed or replaced since this page was loaded
      )
  })
  chrome.runtime.onMessage.addListener((news) => {
    tell(news)
  })
  isHere()
})()
