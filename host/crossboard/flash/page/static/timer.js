// Sleeps for the page, as a worker: a browser slows down the timers of a page that nobody sees, and an installation goes on there.
onmessage = ({ data: { id, ms } }) => setTimeout(() => postMessage(id), ms);
