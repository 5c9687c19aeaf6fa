/** What a page may carry beside our banner: stubs as IAB's are made, another CMP's leftovers, vendors that throw. For tests only. */

/** Keeps calls in a closure, hands them over when it is called with nothing, and answers frames by the API's global name. */
export const QUEUEING_STUB = `<script>(() => {
	const queue = [];
	const locate = () => {
		if (window.frames.__tcfapiLocator) return;
		if (!document.body) return setTimeout(locate, 5);
		const frame = document.createElement('iframe');
		frame.name = '__tcfapiLocator';
		document.body.append(frame);
	};
	locate();
	window.__tcfapi = function () {
		if (!arguments.length) return queue;
		if (arguments[0] === 'ping') arguments[2]({ cmpLoaded: false, cmpStatus: 'stub' });
		else queue.push(arguments);
	};
	addEventListener('message', ({ data, source }) => {
		const asked = data && data.__tcfapiCall;
		if (asked) window.__tcfapi(asked.command, asked.version, (returnValue, success) =>
			source.postMessage({ __tcfapiReturn: { returnValue, success, callId: asked.callId } }, '*'), asked.parameter);
	}, false);
})();</script>`;

/** The platform's example stub: queue and listeners stand on the function itself. */
export const GPP_STUB = `<script>(() => {
	const stub = (command, callback, parameter) => {
		if (command === undefined) return stub.queue;
		if (command === 'addEventListener') {
			stub.lastId++;
			stub.events.push({ id: stub.lastId, callback, parameter });
			callback({ eventName: 'listenerRegistered', listenerId: stub.lastId, data: true }, true);
		} else stub.queue.push([command, callback, parameter]);
	};
	Object.assign(stub, { queue: [], events: [], lastId: 0 });
	window.__gpp = stub;
	addEventListener('message', ({ data, source }) => {
		const asked = data && data.__gppCall;
		if (asked) window.__gpp(asked.command, (returnValue, success) =>
			source.postMessage({ __gppReturn: { returnValue, success, callId: asked.callId } }, '*'), asked.parameter);
	}, false);
})();</script>`;

/** A CMP that was left on the page: it answers, and queues nothing. */
export const OTHER_CMP = `<script>
	window.__tcfapi = (command, version, callback) => callback({ cmpId: 9, cmpStatus: 'loaded' }, true);
</script>`;

/** A frame of the page that asks by message and notes every answer in \`answers\` of the window. */
export const askingFrame = (api: '__tcfapi' | '__gpp', command: string): string => `<script>
	window.answers = [];
	addEventListener('message', ({ data }) => { if (data && data.noted) answers.push(data.noted); });
</script>
<iframe title="Advertisement" srcdoc="&lt;script&gt;
	addEventListener('message', ({ data }) => { if (data && data.${api}Return) parent.postMessage({ noted: data.${api}Return }, '*'); });
	parent.postMessage({ ${api}Call: { command: '${command}', version: 2, callId: 7 } }, '*');
&lt;/script&gt;"></iframe>`;
