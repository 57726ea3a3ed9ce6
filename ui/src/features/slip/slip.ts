// The slip panel and the slip page. Imported together, so that the build puts both into one chunk.
export { SlipPanel } from './components/slip-panel.tsx'
export { SlipPage } from './slip-page.tsx'
