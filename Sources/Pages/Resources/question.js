document.documentElement.className="leaving";location.replace(location.pathname+location.search+(location.search?"&":"?")+"device="+(navigator.maxTouchPoints>1?"ipad":"desktop"))
