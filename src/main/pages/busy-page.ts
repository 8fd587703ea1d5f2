/** What stands in for a page that was not made in time. It has no script and no style, so its content policy is bare. */
export const busyPage = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>The shop is busy – Toolyard</title></head><body><main><h1>The shop is busy</h1>
<p>This page did not come about in time. Nothing you ordered or paid is lost.</p>
<p><a href="">Try again</a> in a moment, or go to the <a href="/">home page</a>.</p></main></body></html>
`;
