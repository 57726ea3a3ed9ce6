// The slip beside every page and as a page of its own. Imported together, so that the build makes one chunk of both.
export { SlipPanel } from './components/slip-panel.tsx'
export { SlipPage } from './slip-page.tsx'
